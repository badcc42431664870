import { IconMail, IconPhone } from '@tabler/icons-react'
import { selectSupportEmail, selectSupportPhone } from '#src/machines/app/app.selectors.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import classes from './footer.module.css'
import { FOOTER } from './footer.text.ts'

/** How support is reached, from the configuration; says so where nothing is configured (FTR-03, OPEN-24). */
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
