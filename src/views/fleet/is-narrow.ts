/** Tablets and Linux agents append fewer cards (MAP-15, OPEN-81). */
export const isNarrow = (): boolean =>
  navigator.userAgent.includes('Linux') || (window.innerWidth >= 768 && window.innerWidth < 1024)
