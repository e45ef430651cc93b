// For builds without GMime.
#include "costruct/core/error.hpp"
#include "costruct/mail/email/mime_email.hpp"

namespace costruct::experiments {

bool reads_mime() {
  return false;
}

Email email_from_mime(std::string_view) {
  throw DataError(
      "this costruct was built without GMime, and reads emails as JSON lines only: install "
      "libgmime-3.0-dev and build it again");
}

}  // namespace costruct::experiments
