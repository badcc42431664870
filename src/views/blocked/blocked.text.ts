export const BLOCKED = {
  title: 'The portal cannot start',
  advice:
    'Its settings could not be read. Check the connection and try again. If it stays like this, tell your administrator what is written below.',
  retry: 'Retry',
} as const
