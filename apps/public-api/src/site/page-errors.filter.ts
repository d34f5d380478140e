import { Catch, Injectable } from '@nestjs/common';
import { PageErrorFilter } from './page-error.filter';
import {
  assessmentProblems,
  documentProblems,
  domainLinkProblems,
  evidenceReportProblems,
  messageProblems,
  openBadgeProblems,
  ownershipProblems,
  resultProblems,
} from './problem-texts';

@Catch()
@Injectable()
export class ResultErrorFilter extends PageErrorFilter {
  protected override readonly texts = resultProblems;
}

@Catch()
@Injectable()
export class DocumentErrorFilter extends PageErrorFilter {
  protected override readonly texts = documentProblems;
}

@Catch()
@Injectable()
export class EvidenceReportErrorFilter extends PageErrorFilter {
  protected override readonly texts = evidenceReportProblems;
}

@Catch()
@Injectable()
export class AssessmentErrorFilter extends PageErrorFilter {
  protected override readonly texts = assessmentProblems;
}

@Catch()
@Injectable()
export class MessageErrorFilter extends PageErrorFilter {
  protected override readonly texts = messageProblems;
}

@Catch()
@Injectable()
export class DomainLinkErrorFilter extends PageErrorFilter {
  protected override readonly texts = domainLinkProblems;
}

@Catch()
@Injectable()
export class OwnershipErrorFilter extends PageErrorFilter {
  protected override readonly texts = ownershipProblems;
}

@Catch()
@Injectable()
export class OpenBadgeErrorFilter extends PageErrorFilter {
  protected override readonly texts = openBadgeProblems;
}
