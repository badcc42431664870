import { Button, Modal } from '@mantine/core'
import { TEXTS } from '#contract/texts.ts'
import classes from './no-data.module.css'
import { PLAYBACK } from './playback.text.ts'

/** Says that the range holds no points (PLB-29, MAP-18). */
export const NoData = ({ opened, onOk }: { opened: boolean; onOk: () => void }) => (
  <Modal.Root opened={opened} onClose={onOk} centered size={380} radius="lg">
    <Modal.Overlay />
    <Modal.Content aria-label={TEXTS.noDataForVehicle}>
      <Modal.Body>
        <p className={classes['text']}>{TEXTS.noDataForVehicle}</p>
        <Button fullWidth data-autofocus onClick={onOk}>
          {PLAYBACK.ok}
        </Button>
      </Modal.Body>
    </Modal.Content>
  </Modal.Root>
)
