import type { ReactNode } from 'react'
import classes from './footer.module.css'
import { Footer } from './footer.tsx'

/** A content screen with the footer below it, at the bottom of the page where the screen is short. */
export const WithFooter = ({ children }: { children: ReactNode }) => (
  <div className={classes['withFooter']}>
    {children}
    <Footer />
  </div>
)
