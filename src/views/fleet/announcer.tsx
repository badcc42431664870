import { VisuallyHidden } from '@mantine/core'

/** Says aloud what the map shows when that changes. */
export const Announcer = ({ text }: { text: string }) => (
  <VisuallyHidden role="status" aria-live="polite">
    {text}
  </VisuallyHidden>
)
