/** A question and its answer, a paragraph a line. */
export type Question = { readonly question: string; readonly answer: readonly string[] }

export const HELP = {
  title: 'Help',
  lead: 'How to do the things that are done every day.',
  questions: 'Questions and answers',
  manualTitle: 'User manual',
  manualText: 'Everything at length, as one file to read, print or keep.',
  manual: 'Download user manual',
  supportTitle: 'Support',
  supportText: 'Say what you did, what you saw and at what time.',
} as const

export const QUESTIONS: readonly Question[] = [
  {
    question: 'How do I log in, and what if I have forgotten my password?',
    answer: [
      'Enter the user name and password that your company gave you. If the password is lost, press “Forgot password” under the form and enter your user name or e-mail address: you are sent a link with which you set a new one.',
      'To leave, press the door at the right end of the header. That logs you out in every tab of this browser.',
    ],
  },
  {
    question: 'How do I find a truck?',
    answer: [
      'Open Track and Trace and type any part of the registration into the search field, or scroll through the list. Press a truck in the list or on the map to see where it is and when it last reported; on a phone choose it in the field at the top. With the keyboard, Tab reaches the list once; inside it the arrow keys, Home and End go from truck to truck, Enter moves to the truck’s popup, and Escape returns to the list.',
      'A ring on the map is several trucks. Press it to look closer; where trucks stand in one yard it opens their list. With the map focused the arrow keys move it, plus and minus zoom, and Enter presses what is nearest to the cross in its middle. Google’s map has no cross: there the keyboard reaches the trucks themselves.',
      'The chips Running, Idle and Offline narrow the list to trucks of that status. Press a chip again to see all.',
    ],
  },
  {
    question: 'How do I follow a truck live?',
    answer: [
      'Choose the truck and press “Live”. The map stays with it and draws a line behind it from the moment you began to watch. The arrow back returns to the list as it was.',
      'If the card says that the truck is late, it has sent nothing for a while; the place shown is the last one known.',
    ],
  },
  {
    question: 'How do I play back where a truck has been?',
    answer: [
      'Choose the truck and press “Playback”. The last day is loaded at once; choose other hours in the two date fields and press GO. Then play, pause, change the speed from 1 to 10, or drag the timeline. Space plays and pauses, the left and right arrows step, 1 to 9 and 0 choose the speeds 1 to 10. The map goes with the truck until you move it by hand; “Follow” takes it back.',
      'Lettered marks are events such as harsh braking or overspeeding. Press one to read about it.',
    ],
  },
  {
    question: 'How do I bring in tracks that were recorded elsewhere?',
    answer: [
      'The operator of your installation imports GPX and CSV files with the import command, which reports every line that could not be used. Importing a file twice stores nothing twice. Trackers and phones can also report by themselves.',
    ],
  },
  {
    question: 'How do I change between the light and the dark theme?',
    answer: [
      'Press the sun or the moon in the header. Pages without that button have a fixed theme, and the choice is remembered for the next login. The map can be turned dark or light on its own toolbar as well.',
    ],
  },
  {
    question: 'Why do I not see a page or a button that a colleague has?',
    answer: ['What you see depends on your role. Ask the administrator of your company if you need more.'],
  },
]
