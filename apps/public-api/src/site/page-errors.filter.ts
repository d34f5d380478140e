import { Catch, Injectable } from '@nestjs/common';
import { PageErrorFilter } from './page-error.filter';
import { assessmentProblems, messageProblems, resultProblems } from './problem-texts';

@Catch()
@Injectable()
export class ResultErrorFilter extends PageErrorFilter {
  protected override readonly texts = resultProblems;
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
