//! Keeps the lobby's list up to date.

use super::Driver;
use crate::lobby::Listing;

impl Driver {
    /// Lists the room as it is now, if it is to be listed.
    pub(super) fn update_listing(&mut self) {
        if !self.host.room().rules().listed {
            return;
        }
        let (listings, id) = (&self.services.listings, &self.id);
        let listing = self
            .listing
            .get_or_insert_with(|| Listing::new(listings.clone(), id.clone()));
        let seq = self.host.room().seq();
        listing.set(self.owner, seq, self.host.listing());
    }
}
