import type { ComponentType, ReactNode } from 'react'
import { RetryButton } from './buttons.tsx'
import classes from './empty-state.module.css'

/** Explains why there is nothing here and offers the next step. */
export const EmptyState = ({
  icon: Icon,
  title,
  heading: Heading = 'h2',
  text,
  children,
}: {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  title: string
  heading?: 'h1' | 'h2'
  text?: ReactNode
  /** Buttons or links for the next step. */
  children?: ReactNode
}) => (
  <div className={classes['empty']}>
    <span className={classes['icon']}>
      <Icon size={22} stroke={1.5} aria-hidden />
    </span>
    <Heading className={classes['title']}>{title}</Heading>
    {text === undefined ? null : <div className={classes['text']}>{text}</div>}
    {children === undefined ? null : <div className={classes['actions']}>{children}</div>}
  </div>
)

/** Says which part could not be loaded, with a Retry button. An ancestor with `tabIndex={-1}` must take the focus when the button goes. */
export const RetryNote = ({ text, retry, onRetry }: { text: string; retry: string; onRetry: () => void }) => (
  <div className={classes['note']} role="alert">
    {text}
    <RetryButton size="xs" variant="default" onRetry={onRetry}>
      {retry}
    </RetryButton>
  </div>
)
