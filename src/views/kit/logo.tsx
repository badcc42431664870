import classes from './logo.module.css'

/** Two dashes of the road's middle line and the product's name. */
export const Logo = ({ name = 'Roadbook', large = false }: { name?: string; large?: boolean }) => (
  <span className={large ? `${classes['logo']} ${classes['large']}` : classes['logo']}>
    <svg className={classes['dashes']} viewBox="0 0 20 3" aria-hidden="true">
      <rect width="8" height="3" />
      <rect x="12" width="8" height="3" />
    </svg>
    {name}
  </span>
)
