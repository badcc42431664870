import { KIT } from '#src/texts/en/kit.ts'
import classes from './brand.module.css'

/** The product's name after two dashes of a road's middle line. */
export const Logo = ({ name, large = false }: { name: string; large?: boolean }) => (
  <span translate="no" className={large ? `${classes['logo']} ${classes['large']}` : classes['logo']}>
    <svg className={classes['dashes']} viewBox="0 0 20 3" aria-hidden="true">
      <rect width="8" height="3" />
      <rect x="12" width="8" height="3" />
    </svg>
    {name}
  </span>
)

/** A truck that drives while something loads; it stays still under reduced motion (SHL-48). */
const Truck = () => (
  <svg className={classes['truck']} viewBox="0 0 168 72" aria-hidden="true">
    <title>{KIT.truck}</title>
    <path className={classes['road']} d="M0 68h168" />
    <g className={classes['body']}>
      <rect className={classes['box']} x="6" y="8" width="98" height="40" rx="3" />
      <path className={classes['seam']} d="M31 8v40M55 8v40M79 8v40" />
      <path className={classes['cab']} d="M110 18h20q5 0 7 4l8 15q1 2 1 4v10h-36z" />
      <path className={classes['glass']} d="M118 24h10q3 0 4 2l5 10h-19z" />
      <rect className={classes['plate']} x="139" y="44" width="9" height="4" rx="1" />
      <path className={classes['frame']} d="M4 51h142" />
    </g>
    {[24, 42, 126].map((x) => (
      <g key={x} className={classes['wheel']} style={{ transformOrigin: `${x}px 57px` }}>
        <circle className={classes['tyre']} cx={x} cy="57" r="8.5" />
        <path className={classes['spokes']} d={`M${x - 4} 57h8M${x} 53v8`} />
      </g>
    ))}
  </svg>
)

/** Covers the page while `text` names what is loading (SHL-48). */
export const LoadingOverlay = ({ text }: { text: string }) => (
  <div className={classes['overlay']} role="status">
    <Truck />
    <span>{text}</span>
  </div>
)
