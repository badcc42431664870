import { useEffect, useState } from 'react'
import { PROBLEM_REPORT } from '#src/texts/en/problem-report.ts'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { lazyView } from '../kit/lazy-view.ts'
import { createToasts } from '../kit/toasts.tsx'

const ProblemReportDialog = lazyView(() => import('./problem-report-dialog.tsx'))

const toasts = createToasts()
const Opened = ({ onClose }: { onClose: () => void }) => (
  <ErrorBoundary
    fallback={null}
    onError={() => {
      toasts.show({ kind: 'error', text: null, detail: PROBLEM_REPORT.notOpened })
      onClose()
    }}
  >
    <ProblemReportDialog onClose={onClose} />
  </ErrorBoundary>
)

/** Opens the report of a problem. */
export const ProblemReportButton = ({ className }: { className?: string | undefined }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+Shift+E"
        onClick={() => setOpen(true)}
      >
        {PROBLEM_REPORT.open}
      </button>
      {isOpen ? <Opened onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Opens the report of a problem by Ctrl+Shift+E, on every screen. */
export const ProblemReportShortcut = () => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!event.ctrlKey || !event.shiftKey || event.altKey || event.code !== 'KeyE') return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
  return isOpen ? <Opened onClose={() => setOpen(false)} /> : null
}
