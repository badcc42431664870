import type { ShownStatus } from './status.ts'
import { STATUS_COLOUR } from './status.ts'
import classes from './status-mark.module.css'

/** One shape a status, so that colour is never the only sign: an arrow runs, bars wait, a square stands, a diamond has its key on, a ring is silent. */
const SHAPES: Readonly<Record<ShownStatus, React.ReactNode>> = {
  RUNNING: <path d="M2 0.5 11.5 6 2 11.5 4 6Z" />,
  IDLE: <path d="M1.5 1h3.4v10H1.5ZM7.1 1h3.4v10H7.1Z" />,
  STOPPED: <rect x="1" y="1" width="10" height="10" rx="1.5" />,
  KEYON: <path d="M6 0 12 6 6 12 0 6Z" />,
  OFFLINE: (
    <path
      d="M6 0.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11ZM6 4a2 2 0 1 0 0 4a2 2 0 1 0 0-4Z"
      fillRule="evenodd"
    />
  ),
  OTHER: <circle cx="6" cy="6" r="5.5" />,
}

/** The sign of a status, hollow where what it tells is late. Always stands beside its words. */
export const StatusMark = ({ status, late = false }: { status: ShownStatus; late?: boolean }) => (
  <svg
    className={classes['mark']}
    viewBox="0 0 12 12"
    style={{ color: STATUS_COLOUR[status] }}
    aria-hidden="true"
    data-status={status}
    data-late={late}
  >
    {SHAPES[status]}
  </svg>
)
