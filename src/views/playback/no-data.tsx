import { Button, Modal } from '@mantine/core'
import { TEXTS } from '#contract/texts.ts'
import { PLAYBACK } from './playback.text.ts'

/** Says that the range holds no points (PLB-29, MAP-18). */
export const NoData = ({ opened, onOk }: { opened: boolean; onOk: () => void }) => (
  <Modal
    opened={opened}
    onClose={onOk}
    withCloseButton={false}
    centered
    size={360}
    radius="lg"
    aria-label={PLAYBACK.noData}
  >
    <p style={{ margin: '4px 0 20px', fontSize: 16 }}>{TEXTS.noDataForVehicle}</p>
    <Button fullWidth data-autofocus onClick={onOk}>
      {PLAYBACK.ok}
    </Button>
  </Modal>
)
