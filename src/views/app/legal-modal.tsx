import { Modal } from '@mantine/core'
import { LEGAL, type LegalDocument } from '#src/texts/en/app.ts'
import { KIT } from '#src/texts/en/kit.ts'
import type { LegalParties } from '#src/texts/en/legal.ts'
import { privacyPolicy } from '#src/texts/en/privacy.ts'
import { termsAndConditions } from '#src/texts/en/terms.ts'
import { Logo } from '../kit/brand.tsx'
import { usePhone } from '../kit/hooks.ts'
import classes from './legal-modal.module.css'

const TEXT_OF = { privacy: privacyPolicy, terms: termsAndConditions } as const

/** A legal document in two columns: logo and sections on the left, the text on the right (FTR-01, FTR-05 to FTR-07). */
const LegalModal = ({
  document: which,
  parties,
  onClose,
}: {
  document: LegalDocument
  parties: LegalParties
  onClose: () => void
}) => {
  const { lead, sections } = TEXT_OF[which](parties)
  const idOf = (index: number) => `${which}-${index + 1}`
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={1000}
      radius="lg"
      fullScreen={usePhone()}
      centered
      classNames={{ content: classes['content'] ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes['columns']}>
          <div className={classes['side']}>
            <Logo name={parties.product} />
            <Modal.Title className={classes['title'] ?? ''}>{LEGAL[which]}</Modal.Title>
            <nav aria-label={LEGAL.sections}>
              <ol className={classes['contents']}>
                {sections.map(({ heading }, index) => (
                  <li key={heading}>
                    <button
                      type="button"
                      onClick={() => document.getElementById(idOf(index))?.scrollIntoView({ block: 'start' })}
                    >
                      {heading}
                    </button>
                  </li>
                ))}
              </ol>
            </nav>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard */}
          <section className={classes['text']} tabIndex={0} aria-label={LEGAL[which]}>
            <p className={classes['lead']}>{lead}</p>
            {sections.map(({ heading, paragraphs }, index) => (
              <section key={heading} id={idOf(index)}>
                <h3>
                  {index + 1}. {heading}
                </h3>
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </section>
            ))}
          </section>
        </div>
        <Modal.CloseButton className={classes['close'] ?? ''} aria-label={KIT.close} size="lg" />
      </Modal.Content>
    </Modal.Root>
  )
}

export default LegalModal
