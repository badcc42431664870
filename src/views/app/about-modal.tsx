import { selectProductName } from '#src/machines/app/app.selectors.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { Logo } from '../kit/brand.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Footer } from './footer.tsx'

/** The footer's content as a dialog, because map screens have no footer. */
const AboutModal = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    title={<Logo name={useAppSelector(selectProductName)} />}
    size={380}
    closeName={KIT.close}
    onClose={onClose}
  >
    <Footer plain onFollow={onClose} />
  </Dialog>
)

export default AboutModal
