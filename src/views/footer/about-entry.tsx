import { Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { FOOTER } from './footer.text.ts'

const AboutModal = lazy(() => import('./about-modal.tsx'))

/** The footer's place in the menu, so that a map needs no footer of its own. */
export const AboutEntry = ({ className, wide }: { className: string; wide: boolean }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Tooltip label={FOOTER.about} position="right" disabled={wide}>
        <button
          type="button"
          className={className}
          aria-label={FOOTER.about}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <IconInfoCircle size={wide ? 20 : 21} stroke={1.6} aria-hidden />
          {wide ? FOOTER.about : null}
        </button>
      </Tooltip>
      {isOpen ? (
        <Suspense fallback={null}>
          <AboutModal onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
