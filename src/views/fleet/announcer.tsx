import { VisuallyHidden } from '@mantine/core'

/** Says aloud what the map shows when that changes. */
export const Announcer = ({ text }: { text: string }) => (
  <VisuallyHidden role="status" aria-live="polite">
    {text}
  </VisuallyHidden>
)

/** Names a mode whose panels have no heading of their own, for those who go by headings. */
export const ModeHeading = ({ text }: { text: string }) => (
  <VisuallyHidden component="h1">{text}</VisuallyHidden>
)
