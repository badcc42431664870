import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Logo } from '../kit/logo.tsx'
import classes from './blocked.module.css'
import { BLOCKED } from './blocked.text.ts'

/** Stands in the way of everything while the environment document cannot be used; names what is wrong (OPEN-06). */
export const BlockedScreen = ({ failure, onRetry }: { failure: string; onRetry: () => void }) => (
  <main className={classes['page']}>
    <div className={classes['box']} role="alert">
      <Logo />
      <h1 className={classes['title']}>{BLOCKED.title}</h1>
      <p className={classes['advice']}>{BLOCKED.advice}</p>
      <p className={classes['failure']}>{failure}</p>
      <div>
        <Button leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />} onClick={onRetry}>
          {BLOCKED.retry}
        </Button>
      </div>
    </div>
  </main>
)
