import { Module } from '@nestjs/common';
import { AssetsController } from './assets.controller';
import { PageRenderer } from './page-renderer';
import { SiteAssets } from './site-assets';
import { VerificationPageController } from './verification-page.controller';
import { VerificationPageService } from './verification-page.service';

/** Server-rendered pages. The application provides `ResultStore`, `Clock` and `SiteAddresses`. */
@Module({
  controllers: [VerificationPageController, AssetsController],
  providers: [SiteAssets, PageRenderer, VerificationPageService],
})
export class SiteModule {}
