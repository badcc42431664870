/** A ref that tells when its element comes into view; for the end of a list, and for what is costly to show. */
export const whenSeen = (onSeen: () => void) => (element: HTMLElement | null) => {
  if (element === null) return undefined
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) onSeen()
  })
  observer.observe(element)
  return () => observer.disconnect()
}
