// What a page shows of a verdict.

const modes = {
  'msp-self': 'The provider assesses itself',
  'client-on-behalf': 'On behalf of one client',
};

export function textElement(name, text) {
  return Object.assign(document.createElement(name), { textContent: text });
}

/** What to do after a verdict without findings. */
const advice = {
  red: () => 'Do not rely on it. Ask the holder for a valid certificate.',
  grey: () => 'Choose the PDF of the certificate, as the issuer mailed it.',
  amber: (reason) => `Use a newer browser. Reason: ${reason}.`,
};

/** The one sentence and, for a genuine certificate, what it says and what was checked; otherwise what to do. */
export function verdictParts({ colour, sentence, reason, findings }) {
  const heading = textElement('h2', sentence);
  if (!findings) return [heading, textElement('p', advice[colour](reason))];
  const { credential, checked, unchecked } = findings;
  return [
    heading,
    factsOf(credential),
    textElement('h3', 'Checked'),
    listOf(checked),
    textElement('h3', 'Not checked'),
    listOf(unchecked),
    textElement(
      'p',
      `This is a self-assessment, not an audit.${credential.domain ? '' : ' It does not name its holder.'}`,
    ),
  ];
}

function factsOf({ resultId, issuer, issuedAt, overallScore, tier, launchAllowed, mode, rubric, domain }) {
  const facts = [
    ['Certificate', resultId],
    ...(domain ? [['Domain', `${domain.name}, proven on ${domain.provenAt.slice(0, 10)}`]] : []),
    ['Issued by', new URL(issuer).origin],
    ['Issued on', issuedAt.toISOString().slice(0, 10)],
    ['Overall score', `${overallScore} out of 100`],
    ['Tier', tier],
    ['Launch verdict', launchAllowed ? 'Ready to launch' : 'Not ready to launch'],
    ['Assessed', modes[mode]],
    ['Rubric', `${rubric.id} ${rubric.version}, SHA-256 ${rubric.sha256}`],
  ];
  const list = document.createElement('dl');
  for (const [name, value] of facts) list.append(textElement('dt', name), textElement('dd', value));
  return list;
}

function listOf(items) {
  const list = document.createElement('ul');
  list.append(...items.map((item) => textElement('li', item)));
  return list;
}
