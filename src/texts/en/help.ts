import { texts } from '../texts.ts'
export const HELP = texts('help.page', {
  title: 'Help',
  lead: 'How to do everyday tasks.',
  questions: 'Questions and answers',
  manualTitle: 'User manual',
  manualText: 'The full guide as one file to read, print or keep.',
  manual: 'Download user manual',
  supportTitle: 'Support',
  supportText: 'Tell us what you did, what you saw and when.',
})

export const QUESTIONS = texts('help.questions', [
  {
    question: 'How do I log in, and what if I have forgotten my password?',
    answer: [
      'Enter the user name and password that your company gave you. If you have forgotten the password, select “Forgot password” below the form and enter your user name or e-mail address. You will receive a link to set a new one.',
      'To log out, select the door at the right end of the header. This logs you out in every tab of this browser.',
    ],
  },
  {
    question: 'How do I find a truck?',
    answer: [
      'Open Track and Trace and type any part of the registration into the search field, or scroll through the list. Select a truck in the list or on the map to see where it is and when it last reported; on a phone, choose it in the field at the top. With the keyboard, Tab moves into the list; there the arrow keys, Home and End move from truck to truck, Enter opens the truck’s popup, and Escape returns to the list.',
      'A ring on the map stands for several trucks. Select it to zoom in; where trucks are parked in one yard, it opens their list. When the map has the focus, the arrow keys move it, plus and minus zoom, and Enter selects whatever is nearest to the cross in its middle. Google’s map has no cross; there, Tab moves to the trucks themselves.',
      'The chips Running, Idle and Offline narrow the list to trucks with that status. Select a chip again to see all trucks.',
    ],
  },
  {
    question: 'How do I follow a truck live?',
    answer: [
      'Select the truck, then “Live”. The map follows it and draws its trail from the time you started. The back arrow returns to the list as you left it.',
      'If the card says that the truck is late, it has not reported for a while; the position shown is the last one known.',
    ],
  },
  {
    question: 'How do I play back a truck’s route?',
    answer: [
      'Select the truck, then “Playback”. The last day loads immediately; to see other hours, choose them in the two date fields and select GO. Then play, pause, change the speed from 1 to 10, or drag the timeline. Space plays and pauses, the left and right arrows step, 1 to 9 and 0 set the speeds 1 to 10. The map follows the truck until you move it yourself; “Follow” resumes.',
      'Badges with letters are events such as harsh braking or overspeeding. Select one to see its details.',
    ],
  },
  {
    question: 'How do I import tracks that were recorded elsewhere?',
    answer: [
      'A customer admin imports GPX, CSV, KML and GeoJSON files under Settings, Import positions. The file is checked first, and every line that cannot be used is reported; importing a file twice does not store it twice. Trackers and phones can also report directly.',
    ],
  },
  {
    question: 'How do I switch between the light and the dark theme?',
    answer: [
      'Select the sun or the moon in the header. Your choice is remembered for the next login; pages without that button have a fixed theme. The map’s toolbar has its own switch between light and dark.',
    ],
  },
  {
    question: 'Why can’t I see a page or a button that a colleague has?',
    answer: ['What you see depends on your role. Ask the administrator of your company if you need more.'],
  },
])
