import type { ReactNode } from 'react'
import { selectProductName } from '#src/machines/app/app.selectors.ts'
import { LOGIN } from '#src/texts/en/session.ts'
import { Footer, LanguageSelect } from '../app/index.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { Logo } from '../kit/brand.tsx'
import { usePhone } from '../kit/hooks.ts'
import classes from './login.module.css'
import map from './road-map.json'
import land from './road-map.svg?url'

/** The road network of the simulator with one long haul drawn in. Decorative. */
export const RoadMap = () => (
  <div className={classes['picture']} aria-hidden="true">
    <svg viewBox={`0 0 ${map.side} ${map.side}`} preserveAspectRatio="xMidYMid slice">
      <title>{LOGIN.roads}</title>
      <image href={land} width={map.side} height={map.side} />
      <path className={classes['under']} d={map.route} />
      <path className={classes['route']} d={map.route} />
      {map.towns.map(({ name, x, y, stop }) => (
        <g key={name}>
          <circle className={classes[stop ? 'stop' : 'town']} cx={x} cy={y} r={stop ? 4.6 : 2.2} />
          <text className={classes['name']} x={x + (stop ? 9 : 6)} y={y + 4}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  </div>
)

/** The frame of the login and recovery forms: logo, footer and, on wide screens, the road map. */
export const LoginFrame = ({ children }: { children: ReactNode }) => (
  <main className={classes['page']}>
    <div className={classes['side']}>
      <div className={classes['head']}>
        <Logo name={useAppSelector(selectProductName)} large />
        <LanguageSelect />
      </div>
      {children}
      <div className={classes['foot']}>
        <Footer />
      </div>
    </div>
    {usePhone() ? null : <RoadMap />}
  </main>
)
