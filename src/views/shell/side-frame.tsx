import { shallowEqual, useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { selectSidebarEntries, selectSidebarName } from '#src/machines/app/app.selectors.ts'
import { useApp, useAppSelector } from '../kit/app-context.tsx'
import { RouteLink } from '../kit/route-link.tsx'
import { SHELL } from './shell.text.ts'
import classes from './side-frame.module.css'

/** Keeps the entry of the open page in view where the sidebar is a row to scroll. */
const bringIntoView = (entry: HTMLElement | null) =>
  entry?.scrollIntoView?.({ block: 'nearest', inline: 'center' })

const useEntries = () =>
  useSelector(
    useApp(),
    selectSidebarEntries,
    (a, b) => a.length === b.length && a.every((entry, i) => shallowEqual(entry, b[i])),
  )

/** The sidebar inside the profile and report screens beside what it opens (SHL-25 to SHL-27); elsewhere only that. */
export const SideFrame = ({ children }: { children: ReactNode }) => {
  const name = useAppSelector(selectSidebarName)
  const entries = useEntries()
  if (name === null) return children
  return (
    <div className={classes['frame']}>
      <nav className={classes['nav']} aria-label={SHELL.sidebars[name]}>
        <ul>
          {entries.map(({ path, label, isHere }) => (
            <li key={path}>
              <RouteLink
                to={path}
                {...(isHere ? { 'aria-current': 'page' as const, ref: bringIntoView } : {})}
              >
                {label}
              </RouteLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes['content']}>{children}</div>
    </div>
  )
}
