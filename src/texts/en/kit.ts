export const KIT = {
  retry: 'Retry',
} as const
