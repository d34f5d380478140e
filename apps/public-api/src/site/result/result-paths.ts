import { type SiteAddresses } from '../../site-addresses';

/** The pages and files of a result, as paths. */
export interface ResultPaths {
  readonly resultPath: string;
  readonly resendPath: string;
  readonly csvPath: string;
  readonly answersCsvPath: string;
  readonly pdfPath: string;
  readonly evidenceReportPath: string;
  readonly frameworksPath: string;
  readonly whatIfPath: string;
  readonly againPath: string;
  readonly comparePath: string;
}

export function resultPaths(capability: string, { publicBaseUrl }: SiteAddresses): ResultPaths {
  const resultPath = `${new URL(publicBaseUrl).pathname.replace(/\/$/, '')}/results/${capability}`;
  return {
    resultPath,
    resendPath: `${resultPath}/resend`,
    csvPath: `${resultPath}/plan.csv`,
    answersCsvPath: `${resultPath}/answers.csv`,
    pdfPath: `${resultPath}/certificate.pdf`,
    evidenceReportPath: `${resultPath}/evidence-report.pdf`,
    frameworksPath: `${resultPath}/frameworks`,
    whatIfPath: `${resultPath}/what-if`,
    againPath: `${resultPath}/again`,
    comparePath: `${resultPath}/compare`,
  };
}
