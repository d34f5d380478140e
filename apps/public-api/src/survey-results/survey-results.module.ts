import { Module } from '@nestjs/common';
import { SurveyResultsController } from './survey-results.controller';
import { SurveyResultsService } from './survey-results.service';

@Module({
  controllers: [SurveyResultsController],
  providers: [SurveyResultsService],
  exports: [SurveyResultsService],
})
export class SurveyResultsModule {}
