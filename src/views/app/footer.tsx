import { IconMail, IconPhone } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import {
  selectProductName,
  selectSupportEmail,
  selectSupportPhone,
  selectUser,
} from '#src/machines/app/app.selectors.ts'
import { FOOTER, LEGAL, type LegalDocument } from '#src/texts/en/app.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { RouteLink } from '../kit/buttons.tsx'
import { lazyView } from '../kit/lazy-view.ts'
import { ProblemReportButton } from '../problem-report/index.ts'
import classes from './footer.module.css'

const LegalModal = lazyView(() => import('./legal-modal.tsx'))

/** The two buttons that open the legal documents (FTR-01). */
export const LegalButtons = () => {
  const [open, setOpen] = useState<LegalDocument | null>(null)
  const product = useAppSelector(selectProductName)
  const phone = useAppSelector(selectSupportPhone)
  const email = useAppSelector(selectSupportEmail)
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen('privacy')}>
        {LEGAL.privacy}
      </button>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen('terms')}>
        {LEGAL.terms}
      </button>
      {open === null ? null : (
        <LegalModal document={open} parties={{ product, phone, email }} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

/** The phone number and e-mail address of support, or a note where none is configured (FTR-03, OPEN-24). */
export const SupportLines = () => {
  const phone = useAppSelector(selectSupportPhone)
  const email = useAppSelector(selectSupportEmail)
  return (
    <>
      <span className={classes['line']}>
        <IconPhone size={16} stroke={1.75} aria-hidden />
        {phone === '' ? (
          FOOTER.phoneMissing
        ) : (
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} aria-label={`${FOOTER.phone} ${phone}`}>
            {phone}
          </a>
        )}
      </span>
      <span className={classes['line']}>
        <IconMail size={16} stroke={1.75} aria-hidden />
        {email === '' ? (
          FOOTER.emailMissing
        ) : (
          <a href={`mailto:${email}`} aria-label={`${FOOTER.email} ${email}`}>
            {email}
          </a>
        )}
      </span>
    </>
  )
}

/**
 * Legal documents, help, support and copyright (FTR-01 to FTR-04). `plain`: part of a dialog, not the page's footer.
 * `onFollow` is called when the link to the help page is pressed.
 */
export const Footer = ({ plain = false, onFollow }: { plain?: boolean; onFollow?: () => void }) => {
  const product = useAppSelector(selectProductName)
  const isMember = useAppSelector(selectUser) !== null
  const Tag = plain ? 'div' : 'footer'
  return (
    <Tag className={classes['footer']} data-plain={plain || undefined}>
      <div className={classes['links']}>
        <LegalButtons />
        <a href="/notices.txt" target="_blank" rel="noopener">
          {FOOTER.notices}
        </a>
        {isMember ? (
          <RouteLink to="/support" onClick={onFollow}>
            {FOOTER.help}
          </RouteLink>
        ) : null}
        <ProblemReportButton />
        <SupportLines />
      </div>
      <span>{FOOTER.copyright({ year: new Date().getFullYear(), product })}</span>
    </Tag>
  )
}

/** Puts the footer below a screen, or at the bottom of the page if the screen is shorter. */
export const WithFooter = ({ children }: { children: ReactNode }) => (
  <div className={classes['withFooter']}>
    {children}
    <Footer />
  </div>
)
