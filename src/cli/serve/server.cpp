#include "cli/serve/server.hpp"

#include <httplib.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "base/text.hpp"
#include "cli/serve/campaigns.hpp"
#include "cli/serve/marks.hpp"
#include "core/report/live.hpp"
#include "core/report/page.hpp"

namespace assay::cli {
namespace {

constexpr std::size_t kThreads = 24;
constexpr unsigned kMaxListeners = 12;           ///< each listener holds a thread; the other threads serve pages
constexpr std::size_t kMaxFormBytes = 64 << 10;  ///< more than an encoded note of maximum length
constexpr std::chrono::seconds kCheckPeriod{2};
constexpr std::chrono::seconds kKeepAlivePeriod{15};

/// Detects changes of campaigns, and wakes the requests that wait for them.
class Changes {
 public:
  explicit Changes(ServedCampaigns& campaigns) : campaigns_(campaigns) {}

  /// Checks for changes every kCheckPeriod until a stop is requested.
  void watch(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      const std::size_t version = campaigns_.version();
      std::unique_lock lock(mutex_);
      if (std::exchange(version_, version) != version) changed_.notify_all();
      changed_.wait_for(lock, stop, kCheckPeriod, [] { return false; });
    }
    changed_.notify_all();
  }

  /// Waits until the version differs from `seen`, at most kKeepAlivePeriod. Returns the version.
  [[nodiscard]] std::size_t wait(std::size_t seen, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, stop, kKeepAlivePeriod, [&] { return version_ != seen; });
    return version_;
  }

  [[nodiscard]] std::size_t version() {
    const std::lock_guard lock(mutex_);
    return version_;
  }

  /// Registers a listener. False if there are kMaxListeners already.
  [[nodiscard]] bool enter() {
    if (listeners_.fetch_add(1) < kMaxListeners) return true;
    --listeners_;
    return false;
  }
  void leave() { --listeners_; }

 private:
  ServedCampaigns& campaigns_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::size_t version_ = 0;
  std::atomic<unsigned> listeners_ = 0;
};

void refuse(httplib::Response& response, int status, const std::string& why) {
  response.status = status;
  response.set_content(why + "\n", "text/plain; charset=utf-8");
}

/// Answers requests for pages and files, by the parts of their paths.
class Pages {
 public:
  Pages(ServedCampaigns& campaigns, const core::Baseline& baseline, std::string token)
      : campaigns_(campaigns), baseline_(baseline), token_(std::move(token)) {}

  void answer(const httplib::Request& request, httplib::Response& response) {
    std::vector<std::string> parts;
    for (const std::string_view part : split(request.path, '/'))
      if (!part.empty()) parts.emplace_back(part);
    if (parts.empty()) return page(response, overview(request));
    const std::vector<core::LiveCampaign> all = campaigns_.all();
    const auto campaign = std::find_if(all.begin(), all.end(), [&](const core::LiveCampaign& one) {
      return parts.size() >= 2 && parts[0] == "c" && parts[1] == one.key;
    });
    if (campaign == all.end()) return refuse(response, 404, "there is no such page");
    if (parts.size() == 2) return page(response, core::live_report(*campaign, baseline_));
    if (parts.size() >= 4 && parts[2] == "f") return of_finding(*campaign, parts, response);
    refuse(response, 404, "there is no such page");
  }

 private:
  std::string overview(const httplib::Request& request) {
    const auto value = [&](const char* key) { return request.get_param_value(key); };
    const core::LiveFilter filter{value("campaign"), value("kind"),     value("target"),
                                  value("strategy"), value("baseline"), value("state")};
    return core::live_overview(campaigns_.all(), filter, baseline_);
  }

  void of_finding(const core::LiveCampaign& campaign, const std::vector<std::string>& parts,
                  httplib::Response& response) const {
    if (parts.size() == 4) return page(response, core::live_finding(campaign, parts[3], token_));
    if (parts[4] != "file" || parts.size() > 7) return refuse(response, 404, "there is no such page");
    const std::string name = join({parts.begin() + 5, parts.end()}, "/");
    const std::optional<std::string> file = core::live_file(campaign, parts[3], name);
    if (!file) return refuse(response, 404, "the finding has no such file");
    response.set_header("Content-Disposition", "attachment");
    response.set_content(*file, "text/plain; charset=utf-8");
  }

  static void page(httplib::Response& response, const std::optional<std::string>& text) {
    if (!text) return refuse(response, 404, "there is no such finding");
    response.set_content(*text, "text/html; charset=utf-8");
  }

  ServedCampaigns& campaigns_;
  const core::Baseline& baseline_;
  std::string token_;
};

/// Sends server-sent events: "changed" when a campaign has changed.
void listen_to(Changes& changes, const httplib::Request& request, httplib::Response& response,
               const std::stop_token& stop) {
  if (!changes.enter()) return refuse(response, 503, "too many pages are open");
  const auto last = parse_unsigned(request.get_header_value("Last-Event-ID"));
  auto seen = std::make_shared<std::size_t>(last ? static_cast<std::size_t>(*last) : changes.version());
  response.set_header("X-Accel-Buffering", "no");
  response.set_chunked_content_provider(
      "text/event-stream",
      [&changes, seen, stop](std::size_t, httplib::DataSink& sink) {
        const std::size_t version = changes.wait(*seen, stop);
        if (stop.stop_requested()) return false;
        const bool changed = std::exchange(*seen, version) != version;
        const std::string text = changed ? "event: changed\nid: " + std::to_string(version) + "\ndata: \n\n"
                                         : std::string(": still here\n\n");
        return sink.write(text.data(), text.size());
      },
      [&changes](bool) { changes.leave(); });
}

/// Adds the addresses of this machine's interfaces, and its host name.
void add_names_of_machine(std::set<std::string>& names) {
  std::array<char, 256> text{};
  if (::gethostname(text.data(), text.size() - 1) == 0) names.insert(text.data());
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return;
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr) continue;
    const int family = one->ifa_addr->sa_family;
    if (family != AF_INET && family != AF_INET6) continue;
    const socklen_t size = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
    if (::getnameinfo(one->ifa_addr, size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) == 0)
      names.insert(text.data());
  }
  ::freeifaddrs(all);
}

/// The names of this server that are accepted in the header "Host".
std::set<std::string> own_names(const ServeOptions& options) {
  std::set<std::string> names = {"localhost", "127.0.0.1", "::1", options.host};
  names.insert(options.names.begin(), options.names.end());
  if (options.host == "0.0.0.0" || options.host == "::") add_names_of_machine(names);
  return names;
}

/// True if the header "Host" is in `names`. This prevents DNS rebinding: another site reading these pages through a
/// name of its own that resolves to this machine.
bool is_our_name(const httplib::Request& request, const std::set<std::string>& names) {
  std::string named = request.get_header_value("Host");
  if (const std::size_t colon = named.rfind(':');
      colon != std::string::npos && named.find(']', colon) == std::string::npos)
    named.resize(colon);
  if (named.starts_with('[') && named.ends_with(']')) named = named.substr(1, named.size() - 2);
  return names.contains(named);
}

Marks::Sender sender_of(const httplib::Request& request) {
  return {request.get_header_value("Host"), request.get_header_value("Origin"),
          request.get_header_value("Sec-Fetch-Site")};
}

void take_form(const Marks& marks, const httplib::ContentReader& read, httplib::Response& response) {
  std::string body;
  const bool whole = read([&](const char* data, std::size_t size) {
    body.append(data, size);
    return body.size() <= kMaxFormBytes;
  });
  if (!whole) return refuse(response, 413, "the form is too long");
  const Marks::Answer answer = marks.take(body);
  if (!answer.why.empty()) return refuse(response, answer.status, answer.why);
  response.status = answer.status;
  response.set_header("Location", answer.location);
}

void add_headers(httplib::Response& response) {
  response.set_header("Content-Security-Policy", core::page_policy(true) + "; frame-ancestors 'none'");
  response.set_header("X-Content-Type-Options", "nosniff");
  response.set_header("Referrer-Policy", "same-origin");
  response.set_header("Cache-Control", "no-store");
}

}  // namespace

Status serve(const ServeOptions& options, const std::function<void(const std::string& address)>& ready,
             const std::stop_token& stop) {
  ServedCampaigns campaigns(options.folders);
  Changes changes(campaigns);
  const Marks marks(campaigns, options.host);
  const std::set<std::string> names = own_names(options);
  Pages pages(campaigns, options.baseline, marks.token());
  httplib::Server server;
  server.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };  // the server deletes it
  server.set_payload_max_length(kMaxFormBytes);
  // The body of a refused request is not read, and must not be parsed as the connection's next request.
  server.set_keep_alive_max_count(1);
  // The library's default options allow two servers on the same port.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  // Handles all requests before the server's own routes, which match recursive regular expressions.
  server.set_pre_routing_handler([&](const httplib::Request& request, httplib::Response& response) {
    add_headers(response);
    if (!is_our_name(request, names)) {
      refuse(response, 403, "this server has another name (assay serve --name)");
    } else if (request.method == "POST" && request.path == Marks::kPath && !marks.token().empty()) {
      if (Marks::is_own(sender_of(request))) return httplib::Server::HandlerResponse::Unhandled;
      refuse(response, 403, "only forms of this server's own pages change a finding");
    } else if (request.method != "GET" && request.method != "HEAD") {
      response.set_header("Allow", "GET, HEAD");
      refuse(response, 405, "these pages can only be read");
    } else if (request.path == "/events") {
      listen_to(changes, request, response, stop);
    } else {
      pages.answer(request, response);
    }
    return httplib::Server::HandlerResponse::Handled;
  });
  server.Post(Marks::kPath, [&](const httplib::Request&, httplib::Response& response,
                                const httplib::ContentReader& read) { take_form(marks, read, response); });
  const int port = options.port == 0 ? server.bind_to_any_port(options.host)
                   : server.bind_to_port(options.host, static_cast<int>(options.port)) ? static_cast<int>(options.port)
                                                                                       : -1;
  if (port < 0)
    return Error{"cannot listen on " + options.host + ", port " + std::to_string(options.port),
                 "is it taken? --port names another one, 0 any that is free"};
  ready("http://" + (options.host.find(':') == std::string::npos ? options.host : "[" + options.host + "]") + ":" +
        std::to_string(port) + "/");
  const std::jthread watcher([&](const std::stop_token&) { changes.watch(stop); });
  const std::stop_callback on_stop(stop, [&server] { server.stop(); });
  if (!server.listen_after_bind() && !stop.stop_requested()) return Error{"the server ended", "start it again"};
  return {};
}

}  // namespace assay::cli
