import { selectProductName } from '#src/machines/app/app.selectors.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Logo } from '../kit/logo.tsx'
import { FOOTER } from './footer.text.ts'
import { Footer } from './footer.tsx'

/** What the footer says, for screens that have none because they are a map. */
const AboutModal = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    title={<Logo name={useAppSelector(selectProductName)} />}
    size={380}
    closeName={FOOTER.closeAbout}
    onClose={onClose}
  >
    <Footer plain onFollow={onClose} />
  </Dialog>
)

export default AboutModal
