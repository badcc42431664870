import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { useServices } from './app-context.tsx'

/** A link to a route of ours: opens without loading the page anew; the browser's own ways (new tab, copy) keep working. */
export const RouteLink = ({
  to,
  onClick,
  ...rest
}: { to: string } & Omit<ComponentPropsWithRef<'a'>, 'href'>) => {
  const { location } = useServices()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain) return
    event.preventDefault()
    location.navigate(to)
  }
  return <a {...rest} href={location.href(to)} onClick={follow} />
}
