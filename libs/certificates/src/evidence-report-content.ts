import { type EvidenceReport } from '@governance/assessments';
import { emblemSvg, productName } from '@governance/design';
import { compile } from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PrintedContent } from './printed-content';
import { type EvidenceReportView, evidenceReportView } from './evidence-report/evidence-report-view';

interface TemplateInput extends EvidenceReportView {
  /** Never depends on input: printed without escaping. */
  readonly emblem: string;
  readonly productName: string;
}

let loaded: { readonly template: (input: TemplateInput) => string; readonly emblem: string } | undefined;

/** The content of a report, for the `main` of a shell. The template escapes every text of the holder. */
export function evidenceReportContent(report: EvidenceReport): PrintedContent {
  loaded ??= {
    template: compile<TemplateInput>(
      readFileSync(join(__dirname, 'templates', 'evidence-report.hbs'), 'utf8'),
      { strict: true },
    ),
    emblem: emblemSvg({ size: '11mm' }),
  };
  const { template, emblem } = loaded;
  return {
    sheet: 'evidence-report',
    markup: template({ ...evidenceReportView(report), emblem, productName }),
  };
}
