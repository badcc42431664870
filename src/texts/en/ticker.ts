export const TICKER_TEXT = {
  bar: 'Messages',
  critical: 'Critical:',
  of: (at: number, count: number) => `${at} of ${count}`,
} as const
