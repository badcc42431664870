import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { selectPath } from '#src/machines/app/app.selectors.ts'
import { CRASH } from '#src/texts/en/app.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { ProblemReportButton } from '../problem-report/index.ts'
import classes from './message-page.module.css'

const CrashPage = () => (
  <div className={classes['blockedPage']}>
    <div className={classes['box']} role="alert">
      <h1 className={classes['title']}>{CRASH.title}</h1>
      <p className={classes['advice']}>{CRASH.advice}</p>
      <div>
        <Button
          leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
          onClick={() => window.location.reload()}
        >
          {CRASH.reload}
        </Button>
      </div>
      <ProblemReportButton className={classes['report']} />
    </div>
  </div>
)

class Boundary extends Component<{ path: string; children: ReactNode }, { hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true })

  override state = { hasFailed: false }

  override componentDidUpdate({ path }: { path: string }) {
    if (this.state.hasFailed && path !== this.props.path) this.setState({ hasFailed: false })
  }

  override render() {
    return this.state.hasFailed ? <CrashPage /> : this.props.children
  }
}

/**
 * Where rendering fails, or a screen's code cannot be loaded, shows a page that says so instead of an empty one. Another route
 * is tried again.
 */
export const CrashBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary path={useAppSelector(selectPath)}>{children}</Boundary>
)
