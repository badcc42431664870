import classes from './plate.module.css'

/** A registration as it stands on the truck: black on yellow. The signature of the product. */
export const Plate = ({ registration, large = false }: { registration: string; large?: boolean }) => (
  <span className={large ? `${classes['plate']} ${classes['large']}` : classes['plate']}>{registration}</span>
)
