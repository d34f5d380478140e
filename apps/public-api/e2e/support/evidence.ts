/** Evidence as a visitor may record it. */
export const evidence = {
  'gov-ai-policy': {
    owner: 'Head of Compliance',
    note: 'Policy 4.2, approved by the board.\n\nStaff confirm it every year.',
    link: 'https://wiki.example.com/policies/ai',
    reviewOn: '2027-03-31',
  },
  'sec-adversarial-test': { owner: 'Ada', reviewOn: '2026-12-01' },
  'inv-register': { link: `https://wiki.example.com/${'register/'.repeat(30)}?view=full` },
} as const;
