import { useSelector } from '@xstate/react'
import type { ActingFor } from '#contract/calls/users.ts'
import { selectSupport } from '#src/machines/app/app.selectors.ts'
import { selectActing } from '#src/machines/support/support.selectors.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { useNow } from '../kit/use-now.ts'
import classes from './acting-banner.module.css'
import { SHELL } from './shell.text.ts'

const MINUTE_MS = 60_000

const Banner = ({ acting: { firstName, userName, role, companyName, endsAt } }: { acting: ActingFor }) => {
  const now = useNow()
  return (
    <p className={classes['banner']} role="status">
      <b>{SHELL.actingFor(firstName || userName, role)}</b>
      <span>{companyName}</span>
      <span>{SHELL.minutesLeft(Math.max(0, Math.round((endsAt - now) / MINUTE_MS)))}</span>
    </p>
  )
}

/** Says for whom support acts, as long as it does (AC-14). */
export const ActingBanner = () => {
  const acting = useSelector(useAppSelector(selectSupport), (snapshot) =>
    snapshot === undefined ? null : selectActing(snapshot),
  )
  return acting === null ? null : <Banner acting={acting} />
}
