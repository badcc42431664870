import classes from './loading.module.css'

/** Covers the page until it can be used; says what is awaited. */
export const LoadingOverlay = ({ text }: { text: string }) => (
  <div className={classes['overlay']} role="status">
    <span className={classes['line']} aria-hidden="true" />
    {text}
  </div>
)
