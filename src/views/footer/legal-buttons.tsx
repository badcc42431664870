import { lazy, Suspense, useState } from 'react'
import { selectProductName, selectSupportEmail, selectSupportPhone } from '#src/machines/app/app.selectors.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { LEGAL, type LegalDocument } from './footer.text.ts'

const LegalModal = lazy(() => import('../legal/legal-modal.tsx'))

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
        <Suspense fallback={null}>
          <LegalModal document={open} parties={{ product, phone, email }} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
