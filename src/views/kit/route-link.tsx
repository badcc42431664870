import type { ComponentPropsWithRef } from 'react'
import { Link } from 'wouter'

/** A link to a route of ours: opens without loading the page anew; the browser's own ways (new tab, copy) keep working. */
export const RouteLink = ({ to, ...rest }: { to: string } & Omit<ComponentPropsWithRef<'a'>, 'href'>) => (
  <Link to={to} {...rest} />
)
