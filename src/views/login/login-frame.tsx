import type { ReactNode } from 'react'
import { selectProductName } from '#src/machines/app/app.selectors.ts'
import { Footer } from '../footer/footer.tsx'
import { useAppSelector } from '../kit/app-context.tsx'
import { Logo } from '../kit/logo.tsx'
import { usePhone } from '../kit/use-phone.ts'
import classes from './login.module.css'
import { RoadMap } from './road-map.tsx'

/** What stands round every form of the way in: logo, footer and, on wide screens, the roads. */
export const LoginFrame = ({ children }: { children: ReactNode }) => (
  <main className={classes['page']}>
    <div className={classes['side']}>
      <Logo name={useAppSelector(selectProductName)} large />
      {children}
      <div className={classes['foot']}>
        <Footer />
      </div>
    </div>
    {usePhone() ? null : <RoadMap />}
  </main>
)
