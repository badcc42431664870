import { Modal } from '@mantine/core'
import { selectProductName } from '#src/machines/app/app.selectors.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { Logo } from '../kit/logo.tsx'
import { FOOTER } from './footer.text.ts'
import { Footer } from './footer.tsx'

/** What the footer says, for screens that have none because they are a map. */
const AboutModal = ({ onClose }: { onClose: () => void }) => (
  <Modal
    opened
    onClose={onClose}
    title={<Logo name={useAppSelector(selectProductName)} />}
    aria-label={FOOTER.name}
    centered
    size={380}
    radius="lg"
    closeButtonProps={{ 'aria-label': FOOTER.closeAbout }}
  >
    <Footer plain onFollow={onClose} />
  </Modal>
)

export default AboutModal
