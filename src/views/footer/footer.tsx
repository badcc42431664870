import { selectProductName, selectUser } from '#src/machines/app/app.selectors.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { RouteLink } from '../kit/route-link.tsx'
import classes from './footer.module.css'
import { FOOTER } from './footer.text.ts'
import { LegalButtons } from './legal-buttons.tsx'
import { SupportLines } from './support-lines.tsx'

/**
 * Legal documents, help, support and copyright (FTR-01 to FTR-04). `plain` is a part of something else, not the page's foot;
 * `onFollow` hears that a link leads away.
 */
export const Footer = ({ plain = false, onFollow }: { plain?: boolean; onFollow?: () => void }) => {
  const product = useAppSelector(selectProductName)
  const isMember = useAppSelector(selectUser) !== null
  const Tag = plain ? 'div' : 'footer'
  return (
    <Tag className={classes['footer']} data-plain={plain || undefined}>
      <div className={classes['links']}>
        <LegalButtons />
        {isMember ? (
          <RouteLink to="/support" onClick={onFollow}>
            {FOOTER.help}
          </RouteLink>
        ) : null}
        <SupportLines />
      </div>
      <span>{FOOTER.copyright(new Date().getFullYear(), product)}</span>
    </Tag>
  )
}
