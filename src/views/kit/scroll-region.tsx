import type { ReactNode } from 'react'

/** A scrolling area that the keyboard reaches. */
export const ScrollRegion = ({
  name,
  className,
  onElement,
  children,
}: {
  name: string
  className: string | undefined
  onElement?: (element: HTMLElement | null) => void
  children: ReactNode
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
  <section ref={onElement} className={className} aria-label={name} tabIndex={0}>
    {children}
  </section>
)
