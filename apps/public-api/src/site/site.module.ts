import { UnknownPage } from '@governance/http';
import { Global, Module } from '@nestjs/common';
import { ResultsModule } from '../results/results.module';
import { SurveyResultsModule } from '../survey-results/survey-results.module';
import { AssessmentFormController } from './assessment-form/assessment-form.controller';
import { AssessmentFormService } from './assessment-form/assessment-form.service';
import { AssetsController } from './assets.controller';
import { BadgeController } from './badge/badge.controller';
import { OpenBadgeController } from './badge/open-badge.controller';
import { BadgeService } from './badge/badge.service';
import { BrowserProofs } from '../campaign/browser-proofs';
import { CampaignAnsweringService } from '../campaign/campaign-answering.service';
import { CampaignCodes } from '../campaign/campaign-codes';
import { CampaignController } from './campaign/campaign.controller';
import { CampaignCookie } from './campaign/campaign-cookie';
import { CampaignPages } from './campaign/campaign-pages';
import { CampaignSheetController } from './campaign/campaign-sheet.controller';
import { CampaignSheetService } from './campaign/campaign-sheet.service';
import { CompareController } from './compare/compare.controller';
import { CompareService } from './compare/compare.service';
import { DomainProofModule } from '../domain-proof/domain-proof.module';
import { ConfirmDomainController } from './domain/confirm-domain.controller';
import { ResultDomainController } from './domain/result-domain.controller';
import { HomePageController } from './home/home-page.controller';
import { NotMeController } from './not-me/not-me.controller';
import { NotMeService } from './not-me/not-me.service';
import { OwnershipController } from './ownership/ownership.controller';
import { OwnershipLinks } from './ownership/ownership-links';
import { OwnershipService } from './ownership/ownership.service';
import { PrivacyPageController } from './privacy-page.controller';
import { SiteFilesController } from './site-files.controller';
import { PageRenderer } from './page-renderer';
import { AgainController } from './result/again.controller';
import { documentPages } from './result/document-pages.controller';
import { ResultPageController } from './result/result-page.controller';
import { ResultPageService } from './result/result-page.service';
import { ResultReportsController } from './result/result-reports.controller';
import { RubricPageController } from './rubric/rubric-page.controller';
import { SiteAssets } from './site-assets';
import { SiteUnknownPage } from './site-unknown-page';
import { VerificationPageController } from './verification-page.controller';
import { VerificationPageService } from './verification-page.service';
import { WhatIfController } from './what-if/what-if.controller';
import { WhatIfService } from './what-if/what-if.service';

/**
 * Server-rendered pages. The application provides the stores, `Clock`, `SiteAccount`, `SiteAddresses`,
 * `SiteOperator`, `ResultCapabilities`, `RetentionSettings`, verification and resends.
 */
@Global()
@Module({
  imports: [SurveyResultsModule, ResultsModule, DomainProofModule],
  controllers: [
    HomePageController,
    AssessmentFormController,
    // Before the pages of results, whose addresses it would otherwise be taken for.
    BadgeController,
    OpenBadgeController,
    ResultPageController,
    ...documentPages,
    ResultReportsController,
    WhatIfController,
    CompareController,
    AgainController,
    ResultDomainController,
    ConfirmDomainController,
    NotMeController,
    CampaignController,
    CampaignSheetController,
    // Before the pages of certificates, whose addresses it would otherwise be taken for.
    OwnershipController,
    VerificationPageController,
    AssetsController,
    RubricPageController,
    PrivacyPageController,
    SiteFilesController,
  ],
  providers: [
    SiteAssets,
    PageRenderer,
    AssessmentFormService,
    BadgeService,
    BrowserProofs,
    CampaignAnsweringService,
    CampaignCodes,
    CampaignCookie,
    CampaignPages,
    CampaignSheetService,
    CompareService,
    NotMeService,
    ResultPageService,
    VerificationPageService,
    WhatIfService,
    OwnershipLinks,
    OwnershipService,
    { provide: UnknownPage, useClass: SiteUnknownPage },
  ],
  exports: [UnknownPage],
})
export class SiteModule {}
