import { type DocumentName } from '@governance/assessments';
import { type SiteAddresses } from '../../site-addresses';

const words = {
  certificate: {
    noun: 'certificate',
    about:
      'The file is a PDF with the score, tier, verdict and date. It does not show your answers or the plan.',
  },
  'evidence-report': {
    noun: 'evidence report',
    about:
      'The file is a PDF with your answers and your evidence. It says that these are your own statements. It is not the certificate.',
  },
};

export interface DocumentPlace {
  readonly name: DocumentName;
  readonly capability: string;
  readonly ready: boolean;
  readonly addresses: SiteAddresses;
}

export function documentView({ name, capability, ready, addresses }: DocumentPlace) {
  const base = new URL(addresses.publicBaseUrl).pathname.replace(/\/$/, '');
  const statusPath = `${base}/results/${capability}/${name}`;
  return {
    ...words[name],
    pageTitle: `Your ${words[name].noun}`,
    ready,
    resultPath: `${base}/results/${capability}`,
    statusPath,
    filePath: `${statusPath}.pdf`,
    apiPath: `${base}/api/results/${capability}/${name}`,
  };
}
